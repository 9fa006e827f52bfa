/** Made by the build from the contract: method, path and access of every endpoint. */
declare module 'virtual:endpoints' {
  export const endpoints: unknown;
}
