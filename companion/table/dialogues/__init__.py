"""What buttons alone lead through: frozen values, one page each."""
