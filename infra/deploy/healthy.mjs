// The health check of the image, which has no curl: exits with 0 when the process in this container answers GET /healthz.
const TIMEOUT_MS = 4_000;

const port = process.env.PORT || '3000';
const host =
  process.env.HOST === undefined || ['', '0.0.0.0', '::'].includes(process.env.HOST) ? '127.0.0.1' : process.env.HOST;

try {
  const { ok, status } = await fetch(`http://${host.includes(':') ? `[${host}]` : host}:${port}/healthz`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!ok) throw new Error(`it answers ${status}`);
} catch (error) {
  process.stderr.write(`not healthy on port ${port}: ${error.cause?.message ?? error.message}\n`);
  process.exitCode = 1;
}
