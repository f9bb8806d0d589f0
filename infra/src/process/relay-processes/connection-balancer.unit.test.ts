import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { ConnectionBalancer, type Taker } from './connection-balancer.ts';

class Recorder implements Taker {
  readonly given: Socket[] = [];
  give(socket: Socket): void {
    this.given.push(socket);
  }
}

const sockets = (count: number): readonly Socket[] => Array.from({ length: count }, () => new Socket());

describe('a balancer of connections', () => {
  it('gives each taker one at a time, in turns', () => {
    const balancer = new ConnectionBalancer(10);
    const [one, other] = [new Recorder(), new Recorder()];
    balancer.join(one);
    balancer.join(other);
    const all = sockets(5);
    for (const socket of all) balancer.take(socket);
    expect([one.given, other.given]).toEqual([[all[0]], [all[1]]]);
    balancer.took(other);
    balancer.took(one);
    balancer.took(one);
    expect([one.given, other.given]).toEqual([
      [all[0], all[3], all[4]],
      [all[1], all[2]],
    ]);
  });

  it('lets connections wait where nobody takes them, and closes those that are too many', () => {
    const balancer = new ConnectionBalancer(2);
    const all = sockets(3);
    for (const socket of all) balancer.take(socket);
    expect(all.map(({ destroyed }) => destroyed)).toEqual([false, false, true]);
    const late = new Recorder();
    balancer.join(late);
    balancer.took(late);
    expect(late.given).toEqual(all.slice(0, 2));
  });

  it('gives nothing to one who has left, also when he says that he took something', () => {
    const balancer = new ConnectionBalancer(10);
    const [gone, other] = [new Recorder(), new Recorder()];
    balancer.join(gone);
    const all = sockets(3);
    balancer.take(all[0] ?? new Socket());
    balancer.leave(gone);
    balancer.took(gone);
    balancer.take(all[1] ?? new Socket());
    expect(gone.given).toEqual([all[0]]);
    balancer.join(other);
    expect(other.given).toEqual([all[1]]);
  });

  it('closes its copy when a connection has arrived, and with the taker that died before', () => {
    const balancer = new ConnectionBalancer(10);
    const taker = new Recorder();
    balancer.join(taker);
    const [first = new Socket(), second = new Socket(), third = new Socket()] = sockets(3);
    for (const socket of [first, second, third]) balancer.take(socket);
    expect(first.destroyed).toBe(false);
    balancer.took(taker);
    expect([first.destroyed, second.destroyed]).toEqual([true, false]);
    balancer.leave(taker);
    expect([second.destroyed, third.destroyed]).toEqual([true, false]);
  });

  it('gives the next one what came back from one who was gone', () => {
    const balancer = new ConnectionBalancer(10);
    const [gone, other] = [new Recorder(), new Recorder()];
    balancer.join(gone);
    const [first = new Socket(), second = new Socket()] = sockets(2);
    balancer.take(first);
    balancer.take(second);
    balancer.gaveBack(gone, first);
    balancer.took(gone);
    expect([gone.given, first.destroyed]).toEqual([[first], false]);
    balancer.join(other);
    balancer.took(other);
    expect(other.given).toEqual([first, second]);
  });

  it('closes what waits at the end, what comes back and what comes late', () => {
    const balancer = new ConnectionBalancer(10);
    const gone = new Recorder();
    balancer.join(gone);
    const all = sockets(3);
    const [given = new Socket(), waiting = new Socket(), late = new Socket()] = all;
    balancer.take(given);
    balancer.take(waiting);
    balancer.end();
    balancer.gaveBack(gone, given);
    balancer.take(late);
    expect(all.map(({ destroyed }) => destroyed)).toEqual([true, true, true]);
  });
});
