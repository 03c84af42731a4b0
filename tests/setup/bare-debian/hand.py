"""Uses the window as a screen reader does, by what things are called, so that it holds
whatever the page looks like. hand.py press NAME | write TEXT | see TEXT…"""
import subprocess
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi

PATIENCE = 60


def everything(node, depth=0):
    """The window's accessible things, outermost first."""
    if node is None or depth > 60:
        return
    yield node
    try:
        children = [node.get_child_at_index(i) for i in range(node.get_child_count())]
    except gi.repository.GLib.Error:
        return
    for child in children:
        yield from everything(child, depth + 1)


def application():
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        one = desktop.get_child_at_index(index)
        if one is not None and "parley" in (one.get_name() or "").lower():
            yield from everything(one)


def until(what, attempt):
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            found = attempt()
        except gi.repository.GLib.Error:
            found = None
        if found:
            return found
        time.sleep(0.3)
    seen = sorted({f"{n.get_role_name()}: {n.get_name()}" for n in application() if n.get_name()})
    sys.exit(f"{what} did not come; there is:\n" + "\n".join(seen))


def named(role, part, pressed):
    """The one with the shortest name that has this part: what does it, before what tells of it."""
    found = []
    for node in application():
        name, states = node.get_name() or "", node.get_state_set()
        if (
            node.get_role() == role
            and part in name.lower()
            and name not in pressed
            and states.contains(Atspi.StateType.SHOWING)
            and states.contains(Atspi.StateType.SENSITIVE)
        ):
            found.append((len(name), name, node))
    return min(found, key=lambda one: one[:2])[2] if found else None


def entry():
    for node in application():
        states = node.get_state_set()
        if states.contains(Atspi.StateType.MULTI_LINE) and states.contains(Atspi.StateType.EDITABLE):
            return node
    return None


def words():
    told = []
    for node in application():
        told.append(node.get_name() or "")
        text = node.get_text_iface()
        if text is not None:
            told.append(Atspi.Text.get_text(text, 0, -1))
    return " ".join(told)


task, *rest = sys.argv[1:]
if task == "press":
    # What a button opens may hold the next one: a step, and the button in it.
    pressed = []
    while not entry():
        button = until(
            f"a button called {rest[0]}, or a place to write",
            lambda: entry() or named(Atspi.Role.PUSH_BUTTON, rest[0].lower(), pressed),
        )
        if button.get_role() == Atspi.Role.PUSH_BUTTON:
            pressed.append(button.get_name())
            print(f"pressing: {button.get_name()}")
            button.get_action_iface().do_action(0)
            deadline = time.monotonic() + 10
            while not entry() and time.monotonic() < deadline:
                time.sleep(0.3)
elif task == "write":
    box = until("a place to write", entry)
    box.get_component_iface().grab_focus()
    until("the keyboard in it", lambda: box.get_state_set().contains(Atspi.StateType.FOCUSED))
    subprocess.run(["xdotool", "type", "--delay", "30", rest[0]], check=True)
    subprocess.run(["xdotool", "key", "Return"], check=True)
    print(f"wrote into: {box.get_name()}")
elif task == "see":
    until("all of " + ", ".join(rest), lambda: all(part in words() for part in rest))
    print("seen: " + ", ".join(rest))
