import { config } from 'zod/mini'

// Our content security policy has no code made of texts: a schema that tried it would have thrown an error, and told of it,
// while all script waits to run. Imported before whatever makes a schema.
config({ jitless: true })
