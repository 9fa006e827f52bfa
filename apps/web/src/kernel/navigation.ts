/** What the router knows, for whoever must not import it. The router puts itself here. */
export const navigation = {
  /** Leads somewhere else from where no component is at hand. */
  go: (_path: string): void => {},
  /** Where somebody was when they had to log in; a reload forgets it. */
  afterLogin: undefined as string | undefined,
  /** Whether a screen exists already: menus and links show no others. */
  isBuilt: (_path: string): boolean => false,
};
