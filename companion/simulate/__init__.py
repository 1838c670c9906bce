"""Everything around the device, simulated: stones, hands, load cells, chips, buttons and glass."""
