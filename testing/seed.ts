import fc from 'fast-check'

// The same examples in each `npm test`, so that it says of a change and of nothing else whether it is good; the soak
// looks for new ones.
if (process.env['SOAK'] !== '1') fc.configureGlobal({ seed: 20_261_121 })
