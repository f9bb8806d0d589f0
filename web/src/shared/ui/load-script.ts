/** Networks that swallow what is asked of them answer nothing at all. */
const LOADED_WITHIN_MS = 15_000;

/** A script of another site, put into `parent`. Rejects where it does not come; it is taken away again then, so that it can be tried anew. */
export function loadScript(
  src: string,
  parent: HTMLElement = document.head,
  attributes: Readonly<Record<string, string>> = {},
): Promise<void> {
  const script = document.createElement('script');
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
  script.async = true;
  script.src = src;
  return new Promise<void>((resolve, reject) => {
    const fail = (): void => {
      script.remove();
      reject(new Error(`${src} did not come`));
    };
    const timer = setTimeout(fail, LOADED_WITHIN_MS);
    script.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    script.onerror = () => {
      clearTimeout(timer);
      fail();
    };
    parent.append(script);
  });
}
