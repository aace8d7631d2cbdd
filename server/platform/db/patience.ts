/**
 * The server gives up on a machine that fell silent after 5 + 3 x 2 seconds, and frees what it held: not after the two
 * hours that operating systems wait.
 */
const PATIENCE = {
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
  // Of answers that nobody takes, in milliseconds.
  tcp_user_timeout: 11_000,
}

/** As statements of a connection. */
export const patienceStatements = Object.entries(PATIENCE)
  .map(([name, value]) => `set ${name} = ${value}`)
  .join('; ')

/** As options that a connection begins with. */
export const patienceOptions = Object.entries(PATIENCE)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')
