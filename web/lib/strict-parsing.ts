import { config } from 'zod/mini'

// Our content security policy forbids code from texts. A schema that tried it would raise a reported error. Import this
// before any schema.
config({ jitless: true })
