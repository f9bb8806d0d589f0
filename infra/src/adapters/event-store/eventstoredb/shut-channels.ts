/** What the client throws, word for word. */
const MESSAGE = 'Channel has been shut down';

type Rejections = Pick<NodeJS.EventEmitter, 'on' | 'off'>;

/**
 * The client closes a connection that failed while other appends are about to use it, and calls gRPC where nobody can catch what it throws then. That
 * one rejection goes to `onShut`: the attempt ends by its time-out and is tried again. Every other unhandled rejection still ends the process. Answers the end
 * of it.
 */
export function outliveShutChannels(onShut: (error: Error) => void, rejections: Rejections = process): () => void {
  const heard = (reason: unknown): void => {
    if (!(reason instanceof Error) || reason.message !== MESSAGE) throw reason;
    onShut(reason);
  };
  rejections.on('unhandledRejection', heard);
  return () => {
    rejections.off('unhandledRejection', heard);
  };
}
