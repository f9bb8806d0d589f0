/** What a provider's page has put into the address that it leads back to. */
export type Handed = {
  readonly code: string | undefined;
  readonly state: string;
  readonly error: string | undefined;
  readonly error_description: string | undefined;
};

/** undefined where the address was opened by itself, or once more: a state is good once. */
export function handedIn(search: string): Handed | undefined {
  const params = new URLSearchParams(search);
  const part = (name: string): string | undefined => params.get(name) || undefined;
  const [code, state, error] = [part('code'), part('state'), part('error')];
  if (state === undefined || (code === undefined && error === undefined)) return undefined;
  return { code, state, error, error_description: part('error_description') };
}
