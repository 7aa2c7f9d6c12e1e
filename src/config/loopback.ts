/** Of a URL or of HOST: only this machine can reach it. */
export const isLoopback = (host: string) =>
  /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?)$/i.test(host)
