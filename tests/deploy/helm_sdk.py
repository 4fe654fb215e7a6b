"""`helm template` and `helm lint` by Helm's SDK, for machines without the helm command.

The options that the tests use, with Helm's own names, output and exit codes.
"""

import argparse
import sys

import helm_python as helm

parser = argparse.ArgumentParser(prog="helm")
commands = parser.add_subparsers(dest="command", required=True)
template = commands.add_parser("template")
template.add_argument("name")
template.add_argument("--namespace", default="default")
template.add_argument("--dry-run", choices=["client", "server"], default="client")
template.add_argument("--kube-apiserver")
lint = commands.add_parser("lint")
lint.add_argument("--strict", action="store_true")
for command in (template, lint):
    command.add_argument("chart")
    command.add_argument("--values", type=argparse.FileType(), required=True)
options = parser.parse_args()

try:
    values = helm.values_from_yaml(options.values.read())
    if options.command == "lint":
        report = helm.lint(options.chart, values, strict=options.strict)
        warning = 2
        findings = [message["error"] for message in report["messages"] if message["severity"] >= warning]
        sys.exit("\n".join(report["errors"] + findings) or 0)
    chart, release = helm.Chart.load(options.chart), {"name": options.name, "namespace": options.namespace}
    if options.dry_run == "server":
        rendered = helm.Config(kube_apiserver=options.kube_apiserver).render(chart, values, **release)
    else:
        rendered = chart.render(values, **release)
    for path, manifest in rendered.items():
        if manifest.strip() and not path.endswith("NOTES.txt"):
            print(f"---\n# Source: {path}\n{manifest}")
except helm.HelmError as error:
    sys.exit(f"Error: {error}")
