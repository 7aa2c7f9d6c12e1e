export declare const counts: { run: number; prepared: number }
export declare function countStatements(): void
