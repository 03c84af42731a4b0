"""A small window of another program, in the far corner, that takes the keyboard and keeps it."""
import ctypes
import sys
import time

x11 = ctypes.CDLL("libX11.so.6")
Display, Window = ctypes.c_void_p, ctypes.c_ulong
x11.XOpenDisplay.restype = Display
x11.XDefaultRootWindow.restype = Window
x11.XDefaultRootWindow.argtypes = [Display]
x11.XCreateSimpleWindow.restype = Window
x11.XCreateSimpleWindow.argtypes = [Display, Window] + [ctypes.c_int] * 2 + [ctypes.c_uint] * 3 + [ctypes.c_ulong] * 2
x11.XMapWindow.argtypes = [Display, Window]
x11.XSetInputFocus.argtypes = [Display, Window, ctypes.c_int, ctypes.c_ulong]
x11.XGetInputFocus.argtypes = [Display, ctypes.POINTER(Window), ctypes.POINTER(ctypes.c_int)]
x11.XSync.argtypes = [Display, ctypes.c_int]

REVERT_TO_NONE = 0
CURRENT_TIME = 0

display = x11.XOpenDisplay(None)
if not display:
    sys.exit("cannot open the display")
place = [int(number) for number in sys.argv[1:3]]
window = x11.XCreateSimpleWindow(display, x11.XDefaultRootWindow(display), *place, 8, 8, 0, 0, 0)
x11.XMapWindow(display, window)
x11.XSync(display, 0)
focused, revert = Window(), ctypes.c_int()
while focused.value != window:
    # Only a window that is viewable can have it; until the server has drawn it, this is an error.
    time.sleep(0.05)
    x11.XSetInputFocus(display, window, REVERT_TO_NONE, CURRENT_TIME)
    x11.XGetInputFocus(display, ctypes.byref(focused), ctypes.byref(revert))
print("focused", flush=True)
sys.stdin.read()
