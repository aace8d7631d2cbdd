/** Labels of a connector's values, by place in the mapping. */
const PLACE_LABELS: Readonly<Record<string, string>> = {
  token: 'Key',
  username: 'User name',
  password: 'Password',
  'deposits.goal': 'Goal of first deposits',
  'lead.id': 'Lead',
  'lead.createdAt': 'Created at',
  'lead.geo': 'Geo',
  'lead.sourceNumber': 'Source',
  'lead.advertiserId': 'Advertiser',
  'lead.status': 'Status',
  'lead.email': 'E-mail',
  'constants.geo': 'Geo of all rows',
  'constants.sourceNumber': 'Source of all rows',
  'constants.advertiserId': 'Advertiser of all rows',
  'dates.format': 'Dates are written as',
  'dates.zone': 'Time zone of dates',
}

/** The label of a place. A place without a label is shown as in a file. */
export function labelOfPlace(place: string): string {
  return PLACE_LABELS[place] ?? place
}
