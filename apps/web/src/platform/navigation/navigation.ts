/** Filled in by the router, for modules that must not import it. */
export const navigation = {
  go: (_path: string): void => {},
  afterLogin: undefined as string | undefined,
  isBuilt: (_path: string): boolean => false,
};
