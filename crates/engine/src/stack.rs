//! The stack of frames inside a position: what is going on, and what it interrupted.
//!
//! The top frame says what the position waits for; what lies below is where play goes on when that is done. Because the stack is plain data
//! inside the position and not the program's own stack, a combat can pause anywhere, be copied, saved and searched.

use std::fmt;

/// A frame of a game: one thing that can be going on.
pub trait Frame: Copy + Eq + fmt::Debug {
    /// What fills unused slots, so that equal stacks compare equal; also the top of an empty stack.
    const BLANK: Self;
}

/// At most `N` frames, as plain data.
///
/// ```
/// use frente_engine::stack::{Frame, Stack};
/// #[derive(Clone, Copy, PartialEq, Eq, Debug)]
/// enum Doing { Nothing, Movement, Retreat(u8) }
/// impl Frame for Doing { const BLANK: Self = Doing::Nothing; }
///
/// let mut stack = Stack::<Doing, 4>::EMPTY;
/// assert_eq!(stack.top(), Doing::Nothing);
/// stack.push(Doing::Movement);
/// stack.push(Doing::Retreat(2));
/// stack.replace(Doing::Retreat(1));
/// assert_eq!((stack.top(), stack.below()), (Doing::Retreat(1), Doing::Movement));
/// assert_eq!(stack.pop(), Doing::Retreat(1));
/// assert_eq!(stack.frames(), [Doing::Movement]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Stack<F, const N: usize> {
    frames: [F; N],
    len: u8,
}

impl<F: Frame, const N: usize> Stack<F, N> {
    /// No frame: nothing is going on.
    pub const EMPTY: Self = Stack { frames: [F::BLANK; N], len: 0 };

    /// A stack of one frame.
    pub fn new(frame: F) -> Self {
        let mut stack = Self::EMPTY;
        stack.push(frame);
        stack
    }

    /// The frame on top; [`Frame::BLANK`] when there is none.
    #[inline]
    pub fn top(&self) -> F {
        self.nth(1)
    }

    /// The frame below the top; [`Frame::BLANK`] when there is none.
    #[inline]
    pub fn below(&self) -> F {
        self.nth(2)
    }

    /// The n-th frame from the top, from 1.
    #[inline]
    fn nth(&self, n: usize) -> F {
        usize::from(self.len).checked_sub(n).and_then(|i| self.frames.get(i)).copied().unwrap_or(F::BLANK)
    }

    /// Puts a frame on top: something to do before all else.
    ///
    /// # Panics
    /// When the stack is full: a frame dropped in silence would be a rule dropped in silence.
    #[inline]
    pub fn push(&mut self, frame: F) {
        assert!(usize::from(self.len) < N, "more than {N} frames");
        self.frames[usize::from(self.len)] = frame;
        self.len += 1;
    }

    /// Takes the top frame off: it is done. An empty stack stays as it is.
    #[inline]
    pub fn pop(&mut self) -> F {
        debug_assert!(self.len > 0, "no frame to take off");
        let Some(top) = self.len.checked_sub(1) else { return F::BLANK };
        self.len = top;
        std::mem::replace(&mut self.frames[usize::from(top)], F::BLANK)
    }

    /// The top frame becomes another.
    #[inline]
    pub fn replace(&mut self, frame: F) {
        self.pop();
        self.push(frame);
    }

    /// All frames, the lowest first.
    #[inline]
    pub fn frames(&self) -> &[F] {
        &self.frames[..usize::from(self.len)]
    }
}

impl<F: Frame, const N: usize> fmt::Debug for Stack<F, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.frames()).finish()
    }
}
