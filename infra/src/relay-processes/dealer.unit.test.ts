import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { Dealer, type Taker } from './dealer.ts';

class Recorder implements Taker {
  readonly given: Socket[] = [];
  give(socket: Socket): void {
    this.given.push(socket);
  }
}

const sockets = (count: number): readonly Socket[] => Array.from({ length: count }, () => new Socket());

describe('a dealer of connections', () => {
  it('gives each taker one at a time, in turns', () => {
    const dealer = new Dealer(10);
    const [one, other] = [new Recorder(), new Recorder()];
    dealer.join(one);
    dealer.join(other);
    const all = sockets(5);
    for (const socket of all) dealer.take(socket);
    expect([one.given, other.given]).toEqual([[all[0]], [all[1]]]);
    dealer.took(other);
    dealer.took(one);
    dealer.took(one);
    expect([one.given, other.given]).toEqual([
      [all[0], all[3], all[4]],
      [all[1], all[2]],
    ]);
  });

  it('lets connections wait where nobody takes them, and closes those that are too many', () => {
    const dealer = new Dealer(2);
    const all = sockets(3);
    for (const socket of all) dealer.take(socket);
    expect(all.map(({ destroyed }) => destroyed)).toEqual([false, false, true]);
    const late = new Recorder();
    dealer.join(late);
    dealer.took(late);
    expect(late.given).toEqual(all.slice(0, 2));
  });

  it('gives nothing to one who has left, also when he says that he took something', () => {
    const dealer = new Dealer(10);
    const [gone, other] = [new Recorder(), new Recorder()];
    dealer.join(gone);
    const all = sockets(3);
    dealer.take(all[0] ?? new Socket());
    dealer.leave(gone);
    dealer.took(gone);
    dealer.take(all[1] ?? new Socket());
    expect(gone.given).toEqual([all[0]]);
    dealer.join(other);
    expect(other.given).toEqual([all[1]]);
  });

  it('closes its copy when a connection has arrived, and with the taker that died before', () => {
    const dealer = new Dealer(10);
    const taker = new Recorder();
    dealer.join(taker);
    const [first = new Socket(), second = new Socket(), third = new Socket()] = sockets(3);
    for (const socket of [first, second, third]) dealer.take(socket);
    expect(first.destroyed).toBe(false);
    dealer.took(taker);
    expect([first.destroyed, second.destroyed]).toEqual([true, false]);
    dealer.leave(taker);
    expect([second.destroyed, third.destroyed]).toEqual([true, false]);
  });

  it('gives the next one what came back from one who was gone', () => {
    const dealer = new Dealer(10);
    const [gone, other] = [new Recorder(), new Recorder()];
    dealer.join(gone);
    const [first = new Socket(), second = new Socket()] = sockets(2);
    dealer.take(first);
    dealer.take(second);
    dealer.gaveBack(gone, first);
    dealer.took(gone);
    expect([gone.given, first.destroyed]).toEqual([[first], false]);
    dealer.join(other);
    dealer.took(other);
    expect(other.given).toEqual([first, second]);
  });

  it('closes what waits at the end, what comes back and what comes late', () => {
    const dealer = new Dealer(10);
    const gone = new Recorder();
    dealer.join(gone);
    const all = sockets(3);
    const [given = new Socket(), waiting = new Socket(), late = new Socket()] = all;
    dealer.take(given);
    dealer.take(waiting);
    dealer.end();
    dealer.gaveBack(gone, given);
    dealer.take(late);
    expect(all.map(({ destroyed }) => destroyed)).toEqual([true, true, true]);
  });
});
