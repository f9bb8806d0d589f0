import { connect } from 'node:net';
import { withoutSecrets } from '../../server/config/variables-of.ts';
import { doubleProgram } from './double-process.ts';
import { doubleFile } from './folder.ts';
import type { Command } from './supervised-process.ts';

/** The protocol double on the folder's ledger, as a process of its own. */
export const storeCommand = (dataDir: string, port: number): Command => ({
  port,
  parameters: [doubleProgram(), '--port', String(port), '--file', doubleFile(dataDir)],
  environment: withoutSecrets(process.env),
  isReady: () => accepts(port),
});

/** Whether somebody accepts connections on a port of 127.0.0.1. */
export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
