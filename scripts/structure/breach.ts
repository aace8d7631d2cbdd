export interface Breach {
  path: string
  rule: 'room' | 'cycle' | 'name' | 'sql' | 'size'
  message: string
}
