// Follows a value in a terminal:
//
//     rustc follow.rs $(pkg-config --libs tuner) && ./follow
//     tunerctl set demo.stars 20
//
// With a number, the program ends after so many lines.
use std::ffi::{c_void, CString};
use std::os::raw::c_char;
use std::sync::mpsc::{channel, Sender};

#[repr(C)]
struct Client(c_void);
#[repr(C)]
struct Value(c_void);

extern "C" {
    fn tuner_shared() -> *mut Client;
    fn tuner_integer(tuner: *mut Client, key: *const c_char, fallback: i64, spec: *const c_void) -> *mut Value;
    fn tuner_read_integer(value: *const Value) -> i64;
    fn tuner_on_change(
        value: *mut Value,
        changed: extern "C" fn(*mut Value, *mut c_void),
        user: *mut c_void,
    ) -> *mut c_void;
}

/// Runs on the thread of the client.
extern "C" fn changed(value: *mut Value, user: *mut c_void) {
    let sender = unsafe { &*(user as *const Sender<i64>) };
    // The receiver is gone when the program ends.
    let _ = sender.send(unsafe { tuner_read_integer(value) });
}

fn draw(count: i64) {
    println!("{} {}", "*".repeat(count.max(0) as usize), count);
}

fn main() {
    let most = std::env::args().nth(1).and_then(|word| word.parse::<usize>().ok()).unwrap_or(usize::MAX);
    let key = CString::new("demo.stars").unwrap();
    let (sender, receiver) = channel::<i64>();
    let sender = Box::leak(Box::new(sender));
    let width = unsafe { tuner_integer(tuner_shared(), key.as_ptr(), 10, std::ptr::null()) };
    draw(unsafe { tuner_read_integer(width) });
    unsafe { tuner_on_change(width, changed, sender as *mut Sender<i64> as *mut c_void) };
    receiver.iter().take(most - 1).for_each(draw);
}
