"""Static schedulers: functions that give every task of a problem a core and a start."""
