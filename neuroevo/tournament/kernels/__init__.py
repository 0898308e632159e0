"""Tables played at full speed, many at a time."""
