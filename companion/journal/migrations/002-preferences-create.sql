-- How people want the device to be, as they chose it in the menu: the newest choice of each name.
CREATE TABLE preference (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;
