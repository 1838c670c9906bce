-- A migration is never edited once it is released: a later file changes what this one made.

CREATE TABLE game (
    number INTEGER PRIMARY KEY, -- counts up: the order of games, whatever the wall clock says
    start TEXT NOT NULL,
    end_rule TEXT NOT NULL,
    result TEXT NOT NULL DEFAULT '*',
    begun TEXT NOT NULL -- wall time, for people to read
) STRICT;

CREATE TABLE happening (
    number INTEGER PRIMARY KEY, -- the order in which things happened
    game INTEGER REFERENCES game (number), -- NULL: before the first game
    kind TEXT NOT NULL, -- 'turn', 'take-back', or what a note calls itself
    text TEXT NOT NULL,
    at TEXT NOT NULL -- wall time, for people to read
) STRICT;

CREATE INDEX happening_by_game ON happening (game, number);

-- What the scale must remember: one for the device, the newest replaces the one before.
CREATE TABLE memory (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    text TEXT NOT NULL
) STRICT;

INSERT INTO memory (only, text) VALUES (1, '{}');
