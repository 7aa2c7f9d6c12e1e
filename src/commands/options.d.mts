export function readOptions(options?: object): Record<string, unknown>
