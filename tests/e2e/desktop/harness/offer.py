"""Offers data to other X clients, as another application does.

offer.py clipboard TYPE FILE [TYPE FILE ...]   owns the clipboard until it is killed; says "ready"
offer.py drop WINDOW X Y TYPE FILE             drags it over a place of a window and drops it there
offer.py over WINDOW X Y TYPE FILE             drags it there, and away again when a line is read
"""
import ctypes
import select
import sys
import time

ulong = ctypes.c_ulong


class Event(ctypes.Union):
    """The parts of XEvent that are needed here."""

    class Request(ctypes.Structure):
        _fields_ = [("type", ctypes.c_int), ("serial", ulong), ("send_event", ctypes.c_int), ("display", ctypes.c_void_p),
                    ("owner", ulong), ("requestor", ulong), ("selection", ulong), ("target", ulong), ("property", ulong), ("time", ulong)]

    class Notify(ctypes.Structure):
        _fields_ = [("type", ctypes.c_int), ("serial", ulong), ("send_event", ctypes.c_int), ("display", ctypes.c_void_p),
                    ("requestor", ulong), ("selection", ulong), ("target", ulong), ("property", ulong), ("time", ulong)]

    class Message(ctypes.Structure):
        _fields_ = [("type", ctypes.c_int), ("serial", ulong), ("send_event", ctypes.c_int), ("display", ctypes.c_void_p),
                    ("window", ulong), ("message_type", ulong), ("format", ctypes.c_int), ("data", ctypes.c_long * 5)]

    _fields_ = [("type", ctypes.c_int), ("request", Request), ("notify", Notify), ("message", Message), ("pad", ctypes.c_long * 24)]


REQUEST, NOTIFY, MESSAGE = 30, 31, 33
ATOM, REPLACE = 4, 0

x11 = ctypes.CDLL("libX11.so.6")
x11.XOpenDisplay.restype = ctypes.c_void_p
for name, result, arguments in [
    ("XInternAtom", ulong, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]),
    ("XDefaultRootWindow", ulong, [ctypes.c_void_p]),
    ("XCreateSimpleWindow", ulong, [ctypes.c_void_p, ulong] + [ctypes.c_int] * 2 + [ctypes.c_uint] * 3 + [ulong] * 2),
    ("XSetSelectionOwner", ctypes.c_int, [ctypes.c_void_p, ulong, ulong, ulong]),
    ("XChangeProperty", ctypes.c_int, [ctypes.c_void_p, ulong, ulong, ulong, ctypes.c_int, ctypes.c_int, ctypes.c_void_p, ctypes.c_int]),
    ("XSendEvent", ctypes.c_int, [ctypes.c_void_p, ulong, ctypes.c_int, ctypes.c_long, ctypes.c_void_p]),
    ("XNextEvent", ctypes.c_int, [ctypes.c_void_p, ctypes.c_void_p]),
    ("XPending", ctypes.c_int, [ctypes.c_void_p]),
    ("XFlush", ctypes.c_int, [ctypes.c_void_p]),
    ("XConnectionNumber", ctypes.c_int, [ctypes.c_void_p]),
]:
    function = getattr(x11, name)
    function.restype, function.argtypes = result, arguments

# Whoever asked may be gone before it is answered; by itself Xlib would end the program for that.
ignore = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda *_: 0)
x11.XSetErrorHandler(ignore)
display = x11.XOpenDisplay(None)
if not display:
    sys.exit("cannot open the display")
window = x11.XCreateSimpleWindow(display, x11.XDefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0)


def atom(name):
    return x11.XInternAtom(display, name.encode(), 0)


def own(selection):
    x11.XSetSelectionOwner(display, atom(selection), window, 0)
    x11.XFlush(display)


def answer(asked, offered):
    """Gives a client what it asks for, or says that there is no such thing."""
    gives = asked.property or asked.target
    if asked.target == atom("TARGETS"):
        kinds = (ulong * (len(offered) + 1))(atom("TARGETS"), *offered)
        x11.XChangeProperty(display, asked.requestor, gives, ATOM, 32, REPLACE, kinds, len(kinds))
    elif asked.target in offered:
        data = offered[asked.target]
        x11.XChangeProperty(display, asked.requestor, gives, asked.target, 8, REPLACE, data, len(data))
    else:
        gives = 0
    event = Event()
    event.notify = Event.Notify(type=NOTIFY, display=display, requestor=asked.requestor, selection=asked.selection,
                                target=asked.target, property=gives, time=asked.time)
    x11.XSendEvent(display, asked.requestor, 0, 0, ctypes.byref(event))
    x11.XFlush(display)


def events(offered, until):
    """The client messages that come until then; requests are answered on the way."""
    while time.monotonic() < until:
        if not x11.XPending(display):
            select.select([x11.XConnectionNumber(display)], [], [], 0.05)
            continue
        event = Event()
        x11.XNextEvent(display, ctypes.byref(event))
        if event.type == REQUEST:
            answer(event.request, offered)
        elif event.type == MESSAGE:
            yield event.message


def send(target, name, *data):
    event = Event()
    event.message = Event.Message(type=MESSAGE, display=display, window=target, message_type=atom(name), format=32)
    for place, value in enumerate(data):
        event.message.data[place] = value
    x11.XSendEvent(display, target, 0, 0, ctypes.byref(event))
    x11.XFlush(display)


def read(arguments):
    offered = {}
    for kind, path in zip(arguments[::2], arguments[1::2]):
        with open(path, "rb") as file:
            offered[atom(kind)] = file.read()
    return offered


def drag(target, x, y, offered):
    """Goes over the place until it is taken there."""
    own("XdndSelection")
    send(target, "XdndEnter", window, 5 << 24, *list(offered)[:3])
    until = time.monotonic() + 20
    while time.monotonic() < until:
        send(target, "XdndPosition", window, 0, (x << 16) | y, 0, atom("XdndActionCopy"))
        for message in events(offered, time.monotonic() + 0.3):
            if message.message_type == atom("XdndStatus") and message.data[1] & 1:
                return
    sys.exit("the window takes nothing there")


what = sys.argv[1]
if what == "clipboard":
    offered = read(sys.argv[2:])
    own("CLIPBOARD")
    print("ready", flush=True)
    for _ in events(offered, time.monotonic() + 600):
        pass
else:
    target, x, y = (int(value) for value in sys.argv[2:5])
    offered = read(sys.argv[5:])
    drag(target, x, y, offered)
    if what == "over":
        print("over", flush=True)
        sys.stdin.readline()
        send(target, "XdndLeave", window)
    else:
        send(target, "XdndDrop", window, 0, 0)
        for message in events(offered, time.monotonic() + 20):
            if message.message_type == atom("XdndFinished"):
                break
        else:
            sys.exit("what was dropped was not taken")
