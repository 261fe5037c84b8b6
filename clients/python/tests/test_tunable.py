"""Classes whose fields are live."""
import dataclasses
import datetime
from typing import Annotated, ClassVar, List, Optional

import pytest

import tuner


@tuner.tunable("cls.ui")
class Settings:
    radius: Annotated[float, tuner.Field(min=0, max=40, step=1, unit="px")] = 12
    title: str = "Tuner"
    limit: Optional[float] = None
    sizes: List[int] = []
    pause: datetime.timedelta = datetime.timedelta(seconds=1)
    count: ClassVar[int] = 3
    _hidden: int = 4
    plain = 5

    def area(self):
        return self.radius**2


@tuner.tunable("cls.game")
@dataclasses.dataclass
class Game:
    wind: float = 4.0
    names: List[str] = dataclasses.field(default_factory=lambda: ["a"])
    player: str = dataclasses.field(default="ada", repr=False)


@tuner.tunable("cls.frozen")
@dataclasses.dataclass(frozen=True)
class Frozen:
    depth: "Annotated[int, tuner.Field(min=1)]" = 2


def test_a_field_has_the_value_of_its_key(tuner_daemon):
    settings = Settings()
    assert (settings.radius, Settings.radius, settings.title) == (12, 12, "Tuner")
    assert (settings.limit, settings.sizes) == (None, [])
    tuner.wait_ready()
    tuner.update({"cls.ui.radius": 18, "cls.ui.limit": 2, "cls.ui.sizes": [3], "cls.ui.pause": 2.5})
    assert (settings.radius, Settings.radius, settings.area()) == (18, 18, 324)
    assert (settings.limit, settings.sizes, settings.pause) == (2.0, [3], datetime.timedelta(seconds=2.5))
    assert (settings.count, settings._hidden, settings.plain) == (3, 4, 5)
    spec = tuner_daemon.call("tunables.describe", key="cls.ui.radius")["spec"]
    assert spec == {"type": "number", "default": 12, "minimum": 0, "maximum": 40, "step": 1, "unit": "px"}
    keys = [row["key"] for row in tuner_daemon.call("tunables.list", match="cls.ui.*")["tunables"]]
    assert keys == ["cls.ui.limit", "cls.ui.pause", "cls.ui.radius", "cls.ui.sizes", "cls.ui.title"]


def test_the_first_read_of_one_field_declares_all(tuner_daemon, eventually):
    Settings().title
    eventually(lambda: len(tuner_daemon.call("tunables.list", match="cls.*")["tunables"]) == 9)


def test_a_data_class_keeps_its_methods(tuner_daemon):
    game = Game()
    assert repr(game) == "Game(wind=4.0, names=['a'])"
    tuner.set("cls.game.wind", 9)
    assert game.wind == 9.0 and game == Game() and dataclasses.asdict(game)["wind"] == 9.0
    assert Frozen().depth == 2
    tuner.set("cls.frozen.depth", 3)
    assert Frozen().depth == 3


@pytest.mark.parametrize(
    "assign", [lambda: setattr(Settings(), "radius", 18), lambda: setattr(Game(), "wind", 4.0), lambda: Game(wind=5.0)]
)
def test_an_assignment_names_the_right_call(tuner_daemon, assign):
    with pytest.raises(AttributeError, match=r'tuner\.set\("cls\.(ui\.radius|game\.wind)", '):
        assign()


def test_a_snapshot_and_a_world_hold_for_fields(tuner_daemon):
    tuner.wait_ready()
    with tuner.snapshot():
        tuner.set("cls.game.wind", 7)
        assert Game.wind == 4.0
    assert Game.wind == 7.0
    with tuner.world():
        tuner.set("cls.game.wind", 8)
        assert Game.wind == 8.0
    assert Game.wind == 7.0


def test_a_class_without_fields_is_an_error():
    with pytest.raises(TypeError, match="radius: float = 12.0"):

        @tuner.tunable("empty")
        class Empty:
            radius = 12.0
