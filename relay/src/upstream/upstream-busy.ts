/** As many as may are under way already (every connection of an origin and proxy, every question for a key), or the process ends. */
export class UpstreamBusy extends Error {
  override readonly name = 'UpstreamBusy';
}
