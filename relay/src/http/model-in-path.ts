import type { Request } from 'express';

/** The model that the path of a request names in place of its body; a name may have slashes. Undefined where the path names none. */
export function modelInPath({ params }: Request): string | undefined {
  const named: unknown = params['model'];
  if (Array.isArray(named)) return (named as string[]).join('/');
  return typeof named === 'string' ? named : undefined;
}
