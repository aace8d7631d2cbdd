/** What a limit of sign-ins counts by. */
type LimitOf = 'name' | 'network' | 'browser'

const REQUESTED: Record<LimitOf, string> = {
  name: 'for this name',
  network: 'from this network',
  browser: 'in this browser',
}

const inMinutes = (minutes: number) => (minutes === 1 ? 'a minute' : `${minutes} minutes`)

export const authTexts = {
  identifierMissing: 'Please enter your Telegram identifier.',
  identifierTooLong: 'A Telegram identifier has at most 64 characters.',
  codeMissing: 'Enter the verification code.',
  codeSent: 'Verification code sent to your Telegram account.',
  loggedIn: 'Logged in successfully.',
  verificationFailed: 'Verification failed.',
  tooManyCodes: (of: LimitOf, minutes: number) =>
    `No code was sent: too many were requested ${REQUESTED[of]}. Enter a code that you have, or send /login to the bot in Telegram to get one at once. You can request another code here in ${inMinutes(minutes)}.`,
  tooManyTries: (of: LimitOf, minutes: number) =>
    of === 'browser'
      ? `This browser has tried too many codes. Request a new code, or try again in ${inMinutes(minutes)}.`
      : `This code was not accepted: too many codes were tried from this network. Enter a code that was requested in this browser, or try again in ${inMinutes(minutes)}.`,
  signInBusy: 'Too many people are signing in. Please try again in a few seconds.',
  loginPrivately: 'Send /login to me in our private chat: the code is only for you.',
  tooManyAsked: (minutes: number) =>
    `You have requested too many codes in this hour. Use the last one, or request another in ${inMinutes(minutes)}.`,
  noBot:
    'The Telegram bot is not set up yet, so no code can be sent. The server’s operator can print one in its terminal: npm run cli -- login-code.',
  codeExpired: 'This code has expired. Request a new one.',
  sandboxHint: 'This is a sandbox: the code arrives in the stand-in Telegram.',
  sandboxAddress: 'The terminal shows its address.',
  sandboxOpen: 'Open it to read the code',
} as const
