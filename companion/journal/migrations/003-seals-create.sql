-- A seal is what a row was when it was written (companion/journal/seal.py): a card that changes it, or that
-- loses a step of a game, is found out, and rows that are whole can be told from those that are not.
ALTER TABLE game ADD COLUMN key TEXT NOT NULL DEFAULT ''; -- as no other game has it, in no other journal
ALTER TABLE game ADD COLUMN origin TEXT NOT NULL DEFAULT 'table'; -- 'record': read from a file, never gone on with
ALTER TABLE game ADD COLUMN seal INTEGER NOT NULL DEFAULT 0;
ALTER TABLE happening ADD COLUMN step INTEGER; -- counts what makes the game, from 0, its beginning; NULL: a note
ALTER TABLE happening ADD COLUMN seal INTEGER NOT NULL DEFAULT 0;
ALTER TABLE memory ADD COLUMN version INTEGER NOT NULL DEFAULT 0; -- counts up: of two the newer one counts
ALTER TABLE memory ADD COLUMN seal INTEGER NOT NULL DEFAULT 0;
ALTER TABLE preference ADD COLUMN seal INTEGER NOT NULL DEFAULT 0;

UPDATE game SET key = lower(hex(randomblob(8)));
UPDATE game SET seal = sealed(key, origin, start, end_rule, begun);
-- The result was in the game alone; now it is a step as well, as all else that makes the game.
INSERT INTO happening (game, kind, text, at) SELECT number, 'result', result, '' FROM game WHERE result <> '*';
UPDATE happening SET step = 1 + (
    SELECT count(*) FROM happening AS earlier
    WHERE earlier.game = happening.game AND earlier.number < happening.number
        AND earlier.kind IN ('laid', 'lifted', 'turn', 'take-back', 'result')
) WHERE kind IN ('laid', 'lifted', 'turn', 'take-back', 'result');
UPDATE happening SET seal = sealed(
    coalesce((SELECT key FROM game WHERE game.number = happening.game), ''), step, kind, text, at
);
UPDATE memory SET seal = sealed(version, text);
UPDATE preference SET seal = sealed(name, value);
-- What is asked for is near the end of the table; a second tree costs a page with each turn, and can be wrong.
DROP INDEX happening_by_game;
