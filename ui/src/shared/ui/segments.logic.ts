/** One of a few that are all in sight. */
export interface Segment<T> {
  value: T;
  label: string;
  testid?: string;
  disabled?: boolean;
}
