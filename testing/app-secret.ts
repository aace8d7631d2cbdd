/** The secret of the product as tests start it. */
export const APP_SECRET = 'a secret of the tests, long enough to be one'
