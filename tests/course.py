"""The order of play of a game, as its lists of steps have it."""

from starhall.engine.rules.steps import Steps


def course(steps: Steps) -> str:
    """The steps in order; an inner list stands in brackets after its name and its condition."""
    return ", ".join(
        [written(step.inner) if step.inner else step.call.__name__ for step in steps.steps]
    )


def written(steps: Steps) -> str:
    marks = [f"when {steps.when.__name__}"] if steps.when else []
    marks += [f"as long as {steps.as_long_as.__name__}"] if steps.as_long_as else []
    return " ".join([*([steps.name] if steps.name else []), *marks, f"({course(steps)})"])
