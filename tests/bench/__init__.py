"""Measurements: each is a program of its own, never a test."""
