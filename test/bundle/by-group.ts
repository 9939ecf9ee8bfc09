/** Managed files with a rule for everybody but one group, to which the people of this machine belong. */
export const byGroup = {
  'config.yaml': 'identity: { groups: [staff, platform] }\n',
  'policy.yaml': `version: 1
extends: none
rules:
  - id: t.helm
    on: shell
    when: { program: helm, group: { not: platform } }
    decision: deny
    reason: The platform team installs charts.
`,
}
