"""Every part of the device looked at, each finding with its cure: `tholos doctor`."""
