"""Validates Kubernetes manifests.

usage: validate.py RELEASE FILE...     every resource in every file, on a release such as 1.30.0, or `newest`

Prints the number of resources and one line per error; exits with 1 if there is an error. The schemas of Kubernetes come with
the package kubernetes-validate; those of other kinds are in schemas/.
"""

import functools
import json
import pathlib
import sys

import jsonschema
import yaml
from kubernetes_validate import utils

OWN = pathlib.Path(__file__).parent / "schemas"
# Without this, the definitions of a release are parsed again for each resource.
utils.schema_contents = functools.cache(utils.schema_contents)


def resource_error(resource, release):
    """The first error of a resource; None if it is valid."""
    kind, version = resource["kind"], resource["apiVersion"]
    own = OWN / f"{kind.lower()}_{version.rpartition('/')[2]}.json"
    try:
        if own.exists():
            jsonschema.validate(resource, json.loads(own.read_text()))
        else:
            utils.validate(resource, release, strict=True)
    except utils.SchemaNotFoundError:
        return f"no schema for {kind} {version}"
    except jsonschema.ValidationError as error:
        return f"{kind} {error.json_path}: {error.message}"


def manifests(release, *files):
    release = utils.latest_version() if release == "newest" else release
    resources = 0
    for file in files:
        for resource in filter(None, yaml.safe_load_all(pathlib.Path(file).read_text())):
            resources += 1
            if error := resource_error(resource, release):
                yield f"{file}: {error}"
    print(f"{resources} resources of {len(files)} files")


errors = list(manifests(*sys.argv[1:]))
print("\n".join(errors), file=sys.stderr)
sys.exit(bool(errors))
