{{/* Checks of combinations of values, which the schema cannot express. Each error is one sentence that names the values. */}}
{{- define "tinsel.checks" -}}
{{- $v := .Values -}}
{{- $stop := $v.shutdown -}}
{{- $needed := add $stop.preStopSeconds $stop.drainSeconds 10 -}}
{{- if lt (int $stop.graceSeconds) (int $needed) -}}
{{- fail (printf "shutdown.graceSeconds is %d; it must be at least preStopSeconds + drainSeconds + 10, which is %d" (int $stop.graceSeconds) (int $needed)) -}}
{{- end -}}
{{- if and $v.autoscaling.enabled $v.keda.enabled -}}
{{- fail "autoscaling.enabled and keda.enabled exclude each other: disable one" -}}
{{- end -}}
{{- range $name := list "autoscaling" "keda" -}}
{{- with index $v $name -}}
{{- if gt (int .minReplicas) (int .maxReplicas) -}}
{{- fail (printf "%s.minReplicas is %d; it must not exceed maxReplicas, which is %d" $name (int .minReplicas) (int .maxReplicas)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- range $name := list "serviceMonitor" "prometheusRule" "dashboards" -}}
{{- if and (index $v.metrics $name).enabled (not $v.metrics.enabled) -}}
{{- fail (printf "metrics.%s.enabled requires metrics.enabled" $name) -}}
{{- end -}}
{{- end -}}
{{- if and $v.web.frameAncestors (not $v.web.enabled) -}}
{{- fail "web.frameAncestors requires web.enabled" -}}
{{- end -}}
{{- if and $v.keda.enabled (not $v.metrics.enabled) -}}
{{- fail "keda.enabled requires metrics.enabled" -}}
{{- end -}}
{{- if and $v.keda.enabled (ge (int $v.keda.streamsPerServer) (int $v.options.streamsMax)) -}}
{{- fail "keda.streamsPerServer must be less than options.streamsMax, or servers refuse streams before there are more servers" -}}
{{- end -}}
{{- if and $v.keda.enabled (ge (int $v.keda.callsPerServer) (int $v.options.callsMax)) -}}
{{- fail "keda.callsPerServer must be less than options.callsMax, or servers refuse calls before there are more servers" -}}
{{- end -}}
{{- range $v.options.proxyProtocolFrom -}}
{{- if regexMatch "^(127\\.|::1(/|$)|(0:){7}1(/|$)|::ffff:127\\.|.*/[0-7]$)" . -}}
{{- fail (printf "options.proxyProtocolFrom contains %s; list only the load balancers, because the probes connect over loopback without a header" .) -}}
{{- end -}}
{{- end -}}
{{- include "tinsel.storeChecks" . -}}
{{- include "tinsel.adminChecks" . -}}
{{- include "tinsel.serviceChecks" . -}}
{{- include "tinsel.tlsChecks" . -}}
{{- include "tinsel.labelChecks" . -}}
{{- range $name, $probe := $v.probes -}}
{{- if gt (int $probe.timeoutSeconds) (int $probe.periodSeconds) -}}
{{- fail (printf "probes.%s.timeoutSeconds is %d; it must not exceed periodSeconds, which is %d" $name (int $probe.timeoutSeconds) (int $probe.periodSeconds)) -}}
{{- end -}}
{{- end -}}
{{- if and $v.apiKeys.secret.name (not $v.test.apiKeySecret.name) -}}
{{- fail "test.apiKeySecret.name must name a Secret with an API key, because apiKeys.secret.name is set and creating matches requires a key" -}}
{{- end -}}
{{- end -}}

{{- define "tinsel.storeChecks" -}}
{{- $v := .Values -}}
{{- $store := $v.store -}}
{{- if $store.urlSecret.name -}}
{{- include "tinsel.tokenSecretCheck" . -}}
{{- else if eq $store.mode "memory" -}}
{{- if or (gt (int $v.replicas) 1) $v.autoscaling.enabled $v.keda.enabled -}}
{{- fail "store.mode memory supports one server only: set replicas to 1, and disable autoscaling and keda" -}}
{{- end -}}
{{- else -}}
{{- include "tinsel.tokenSecretCheck" . -}}
{{- if not $store.hosts -}}
{{- fail (printf "store.hosts must name at least one host, because store.mode is %s" $store.mode) -}}
{{- end -}}
{{- if and (eq $store.mode "redis") (ne (len $store.hosts) 1) -}}
{{- fail "store.hosts must name exactly one host, because store.mode is redis; use sentinel or cluster for several" -}}
{{- end -}}
{{- if and (eq $store.mode "sentinel") (not $store.master) -}}
{{- fail "store.master must be the name of the master in the sentinels, because store.mode is sentinel" -}}
{{- end -}}
{{- if and (eq $store.mode "cluster") $store.database -}}
{{- fail "store.database must be 0, because store.mode is cluster" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "tinsel.tokenSecretCheck" -}}
{{- if and (not .Values.tokenSecret.name) (not (include "tinsel.hasCluster" .)) -}}
{{- fail "tokenSecret.name must name a Secret with the secret that signs tokens, because the chart is rendered without a cluster (helm template, Argo CD): each rendering would generate another secret and invalidate all tokens" -}}
{{- end -}}
{{- end -}}

{{- define "tinsel.serviceChecks" -}}
{{- $service := .Values.service -}}
{{- if ne $service.type "LoadBalancer" -}}
{{- range $name := list "loadBalancerClass" "loadBalancerSourceRanges" -}}
{{- if index $service $name -}}
{{- fail (printf "service.%s requires service.type LoadBalancer" $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if eq $service.type "ClusterIP" -}}
{{- range $name := list "externalTrafficPolicy" "nodePort" -}}
{{- if index $service $name -}}
{{- fail (printf "service.%s requires service.type NodePort or LoadBalancer" $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and .Values.ingress.enabled (not .Values.ingress.host) -}}
{{- fail "ingress.host must be the host name of clients, because ingress.enabled is true" -}}
{{- end -}}
{{- if and .Values.grpcRoute.enabled (not .Values.grpcRoute.parentRefs) -}}
{{- fail "grpcRoute.parentRefs must name a Gateway, because grpcRoute.enabled is true" -}}
{{- end -}}
{{- end -}}

{{- define "tinsel.tlsChecks" -}}
{{- $tls := .Values.tls -}}
{{- if and $tls.certificate.enabled $tls.secret.name -}}
{{- fail "tls.secret.name and tls.certificate.enabled exclude each other: cert-manager writes the Secret of the certificate" -}}
{{- end -}}
{{- if and $tls.certificate.enabled (not $tls.certificate.issuer.name) -}}
{{- fail "tls.certificate.issuer.name must name an issuer of cert-manager, because tls.certificate.enabled is true" -}}
{{- end -}}
{{- if not (include "tinsel.tlsSecret" .) -}}
{{- if or $tls.caKey $tls.serverName $tls.clientCaSecret.name $tls.clientSecret.name -}}
{{- fail "tls.caKey, tls.serverName, tls.clientCaSecret and tls.clientSecret require tls.secret.name or tls.certificate.enabled" -}}
{{- end -}}
{{- end -}}
{{- if and $tls.clientCaSecret.name (not $tls.clientSecret.name) -}}
{{- fail "tls.clientSecret.name must name a Secret with a client certificate for the probes, because tls.clientCaSecret.name is set" -}}
{{- end -}}
{{- end -}}

{{/* Kubernetes refuses duplicate labels, or drops one of them. */}}
{{- define "tinsel.labelChecks" -}}
{{- $own := include "tinsel.ownLabels" . | fromYaml | keys | concat (list "app.kubernetes.io/component") -}}
{{- range $label, $_ := .Values.commonLabels -}}
{{- if has $label $own -}}
{{- fail (printf "commonLabels must not contain %s, which the chart sets" $label) -}}
{{- end -}}
{{- end -}}
{{- $own = concat $own (keys .Values.commonLabels) -}}
{{- $m := .Values.metrics -}}
{{- $patch := dig "metadata" "labels" dict .Values.podTemplate -}}
{{- $given := dict "podLabels" .Values.podLabels "podTemplate.metadata.labels" $patch "metrics.serviceMonitor.labels" $m.serviceMonitor.labels "metrics.prometheusRule.labels" $m.prometheusRule.labels "metrics.dashboards.labels" $m.dashboards.labels -}}
{{- range $place, $labels := $given -}}
{{- range $label, $_ := $labels -}}
{{- if has $label $own -}}
{{- fail (printf "%s must not contain %s, which the chart sets" $place $label) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Lists the ports without network restrictions, for the notes after an installation. */}}
{{- define "tinsel.openness" -}}
{{- $policy := .Values.networkPolicy -}}
{{- if not $policy.enabled -}}
networkPolicy.enabled is false: every port of the pods is open to all peers.
{{- else -}}
{{- $open := list -}}
{{- if not $policy.clients -}}{{- $open = append $open "calls (networkPolicy.clients)" -}}{{- end -}}
{{- if and .Values.metrics.enabled (not $policy.scrapers) -}}{{- $open = append $open "metrics, without authentication (networkPolicy.scrapers)" -}}{{- end -}}
{{- with $open }}
Open to all peers: {{ join "; " . }}. List peers there to restrict access.
{{- end -}}
{{- $anywhere := list -}}
{{- if and (include "tinsel.storePorts" .) (not $policy.store) -}}{{- $anywhere = append $anywhere "of Redis (networkPolicy.store)" -}}{{- end -}}
{{- if and (include "tinsel.collectorPorts" .) (not $policy.collectors) -}}{{- $anywhere = append $anywhere "of collectors (networkPolicy.collectors)" -}}{{- end -}}
{{- with $anywhere }}
Servers can connect to any address on the ports {{ join "; " . }}.
{{- end -}}
{{- end -}}
{{- end -}}
