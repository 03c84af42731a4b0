/** One of the tabs over what they choose. */
export interface Tab {
  id: string;
  label: string;
  count?: number;
  testid?: string;
  countTestid?: string;
}
