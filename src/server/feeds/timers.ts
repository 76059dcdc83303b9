/** A timer that was set. */
export interface Timer {
  cancel(): void;
}

/** Where waiting happens, so that a test can pass the time itself. */
export interface Timers {
  setTimer(milliseconds: number, then: () => void): Timer;
}

/** Real time. A timer alone keeps no process alive. */
export const systemTimers: Timers = {
  setTimer(milliseconds, then) {
    const timer = setTimeout(then, milliseconds).unref();
    return { cancel: () => clearTimeout(timer) };
  },
};
