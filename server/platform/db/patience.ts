/**
 * What a connection asks of the server: that it gives up on a machine which fell silent after 5 + 3 x 2 seconds, and
 * frees what it held, not after the two hours that operating systems wait; and on one that takes no answers after 11.
 */
export const PATIENCE = [
  'set tcp_keepalives_idle = 5',
  'set tcp_keepalives_interval = 2',
  'set tcp_keepalives_count = 3',
  'set tcp_user_timeout = 11000',
].join('; ')
