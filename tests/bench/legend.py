"""How a traced game is to be read."""

LEGEND = """\
Each line: seconds at the table, then what happens there; capitals for what the bench knows, indented what the
device does. A to G are columns; beside them lie the quarry, and white and black, the players' workshops.

  TURN 5: bD:+g           somebody begins this turn, in the notation of records
  take from white g       a hand takes a stone: from White's workshop a grey one (w white, g grey, b black)
  put on F plain          a hand puts it down: quickly
           slow           so gently that its weight comes over a second or two
           slid           pushed onto its place from the side
           twice          put down, lifted a little, put down again
           askew          lying partly on something else until it is straightened
           pressed        and a fingertip stays on it for a while
           by mistake     on the wrong column, and off again at once
  hover F 0.38 s          the top stone there is lifted and put back within this time
  press OK                a button goes down
  bump 0.92 s             something knocks against the table
  lean 0.75 s             a hand rests on a column
  ILLEGAL C to E          a hand moves a stone as no rule allows; NOT TOLD: the glass has said nothing for 4 s
  pads 0110?10 rrrrmrr    stones that the device counts on A to G, ? not known, and how each pad is:
                          r rests, m moves, u unclear (at rest on no whole number of stones), s silent
  glass: one | two        the words on the glass, row by row and key by key, as soon as they change
  settled bD:+g           the device puts this turn on record; taken back: it takes the last one off again
  WRONG                   it was not the turn that was played
  FALSE MISMATCH          the glass says that stones lie wrong, and nobody has given it a cause
  UNRESOLVED              the game has ended with another belief than the truth, or was given up
"""
