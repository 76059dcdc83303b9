// Faults that mistake local time for UTC show only outside UTC.
process.env.TZ = 'Asia/Kolkata';

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: true },
  coverageAnalysis: 'perTest',
  mutate: [
    'src/webhooks/**/*.ts',
    // Not the declarations of resources: they have no logic, and the tests of the surfaces check them.
    'src/contract/{expected-errors,field,json-schema,once,openapi,operation,operations,parse-field-text,retry-after,shared-fields,validate}.ts',
    'src/client/retry-policy.ts',
    'src/server/domain/monitors/{alert-filters,phrase-matcher,quiet-hours,source-matcher}.ts',
    'src/server/delivery/{event,new-delivery,outcome,retry-schedule,settlement,signing-secrets,stop-reason}.ts',
    'src/server/search/prompt/{evidence,prompt-rule,requirement-match}.ts',
    'src/server/search/ranking/**/*.ts',
    '!src/**/index.ts',
  ],
  ignorePatterns: ['dist', 'docs', 'bench', 'coverage', 'test/{e2e,integration,ordeals}'],
  thresholds: { high: 95, low: 85, break: 85 },
  reporters: ['clear-text', 'progress', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: 'coverage/mutation.json' },
  incremental: true,
  incrementalFile: 'coverage/mutation-incremental.json',
  tempDirName: 'coverage/stryker',
  concurrency: 2,
  timeoutMS: 5000,
};
