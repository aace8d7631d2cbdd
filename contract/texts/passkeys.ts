export const passkeyTexts = {
  needed: 'Admins give a passkey after the code: sign in with a browser.',
  over: 'This sign-in has ended. Request a new code.',
  challengeOver: 'This took too long. Please try again.',
  refused: 'This passkey was not accepted. Please try again.',
  elsewhere: 'Passkeys work at the public address of this installation (PUBLIC_URL) only, or at http://localhost.',
  tooMany: (minutes: number) =>
    `Too many passkeys were tried. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  name: 'Give the passkey a name of at most 60 characters.',
  response: 'This is not what a passkey answers.',
  notFound: 'This passkey was removed already.',
  ownFirst: 'Add a passkey in “My sessions” first: admins who have none could not show that passkeys work here.',
  lastOne: 'Admins need a passkey and this is your last one. Add another one first.',
  added: 'Passkey added',
  removed: 'Passkey removed',
  allRemoved: (name: string) => `${name} has no passkeys any more.`,
} as const
