import type { Request, RequestHandler, Response } from 'express';
import { PASSED_ON } from './parent-proxy.ts';

/** Told of each request that this process has answered, once it has ended. `whole`: the answer has left to its last byte. */
export type OnAnswered = (request: Request, response: Response, durationMs: number, whole: boolean) => void;

/** One listener a request, however many want to know. Goes before everything that answers. */
export const watchAnswers =
  (observers: readonly OnAnswered[]): RequestHandler =>
  (request, response, next) => {
    const arrivedAtMs = performance.now();
    response.once('close', () => {
      if (response.locals[PASSED_ON] === true) return;
      const durationMs = performance.now() - arrivedAtMs;
      for (const observe of observers) observe(request, response, durationMs, response.writableFinished);
    });
    next();
  };
