"""Games of hidden information for people who teach programs to play.

>>> import roundtable
>>> table = roundtable.Table("shock", players=4, seed=7)
>>> table.to_act
[3]
>>> table.step(table.legal_actions()[0])
>>> table.observation(1).dtype.name
'float32'

`Table` is one game, `Batch` are many that are stepped together. `roundtable.pettingzoo`, `roundtable.gymnasium` and
`roundtable.open_spiel` give the games the faces of those libraries; `roundtable.lab` and `roundtable.ray` play
experiments.
"""

from ._roundtable import Bot, Refused, Table, __version__, deck, games, layout
from .batch import Batch

__all__ = ["Batch", "Bot", "Refused", "Table", "__version__", "deck", "games", "layout"]
