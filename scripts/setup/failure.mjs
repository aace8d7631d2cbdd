/** A sentence for people: no stack is shown with it. */
export class SetupFailure extends Error {}
