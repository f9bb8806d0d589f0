/** Settings of the server that Ledgate starts, given at each start so that a newer Ledgate's settings hold for older data too. */
export const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  superuser_reserved_connections: '2',
  shared_buffers: '256MB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  // No replica reads this log; a backup of the embedded profile is a dump or a copy of the stopped folder.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  // Values may be secrets: a failed query is logged without its parameters.
  log_parameter_max_length_on_error: '0',
  max_logical_replication_workers: '0',
};

export const settingArguments = (settings: Readonly<Record<string, string>>): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/**
 * The server's own folder, as it names it: always its working folder, so that no folder above needs to let the server's user through.
 * Its real path is what /proc/{pid}/cwd says.
 */
export const dataArgument = (folder: string): string => (process.platform === 'linux' ? '/proc/self/cwd' : folder);

/** Nothing of our environment concerns the server; PG* variables would change it. */
export const serverEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
});
