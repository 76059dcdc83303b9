import { expect, it } from 'vitest';
import { SimulatedMachine } from '../../helpers/simulated-time.ts';

const hour = 3_600_000;

function started() {
  const machine = new SimulatedMachine();
  const start = machine.system;
  const time = machine.time();
  return { machine, start, time };
}

it.each([14 * hour, -6 * hour])("does not move when the system's clock steps by %d ms", (step) => {
  const { machine, start, time } = started();
  machine.pass(500);
  machine.system += step;
  machine.pass(500);
  expect(time.now()).toBe(start + 1000);
  expect(time.skew()).toBe(step);
});

it('continues at the right time after the machine slept', () => {
  const { machine, start, time } = started();
  machine.sleep(8 * hour);
  machine.pass(2000);
  expect(time.now()).toBe(start + 8 * hour + 2000);
  machine.pass(2000);
  expect(time.now()).toBe(start + 8 * hour + 4000);
  expect(time.skew()).toBe(0);
});

it('does not follow a step of the elapsed time that the uptime does not show', () => {
  const { machine, start, time } = started();
  machine.elapsed += 14 * hour;
  machine.pass(2000);
  expect(time.now()).toBe(start + 2000);
});

it('follows a later reference at once, and an earlier one by running slower', () => {
  const { machine, start, time } = started();
  time.follow(start + 3000, 10);
  expect(time.now()).toBe(start + 3000);
  time.follow(start + 2900, 10);
  const readings = [time.now()];
  for (let seconds = 1; seconds <= 2; seconds += 1) {
    machine.pass(500);
    readings.push(time.now());
  }
  expect(readings).toEqual([start + 3000, start + 3450, start + 3900]);
  machine.pass(1000);
  expect(time.now()).toBe(start + 4900);
});

it('ignores differences within the uncertainty of the reference', () => {
  const { start, time } = started();
  time.follow(start + 20, 30);
  time.follow(start - 20, 30);
  expect(time.now()).toBe(start);
});

it('never goes back, except to a time that is set', () => {
  const { machine, start, time } = started();
  expect(time.now()).toBe(start);
  machine.elapsed -= 300;
  expect(time.now()).toBe(start);
  time.set(start - hour);
  expect(time.now()).toBe(start - hour);
});
