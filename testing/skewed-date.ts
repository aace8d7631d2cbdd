// Imported by a process before its program (NODE_OPTIONS): its machine's clock is ahead by SKEW_MINUTES, or behind where
// that is below 0.

const skew = Number(process.env['SKEW_MINUTES']) * 60_000
const { now } = Date
const skewed = () => now() + skew

globalThis.Date = new Proxy(Date, {
  get: (target, name): unknown => (name === 'now' ? skewed : Reflect.get(target, name)),
  construct(target, given, made) {
    const date: unknown = Reflect.construct(target, given.length === 0 ? [skewed()] : given, made)
    if (date instanceof target) return date
    throw new Error('no date was made')
  },
  apply: () => new Date(skewed()).toString(),
})
